"""Pages on which somebody might look for “Secret”, and nobody sees it."""

# ruff: noqa: E501 - a page under test stands in one line

from __future__ import annotations

NOT_SEEN = [
    "<p style='display:none'>Secret</p>",
    "<p style='visibility:hidden'>Secret</p>",
    "<div style='opacity:0'><p>Secret</p></div>",
    "<div style='height:0;overflow:hidden'>Secret</div>",
    "<span style='position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)'>Secret</span>",
    "<p style='position:absolute;left:-9999px'>Secret</p>",
    "<div style='width:50px;height:20px;overflow:hidden;position:relative'><p style='position:absolute;left:80px'>Secret</p></div>",
    "<details><summary>More</summary>Secret</details>",
    "<script>/* Secret */</script><style>/* Secret */</style><template>Secret</template><noscript>Secret</noscript>",
    "<input type=password value=Secret>",
    "<input type=hidden value=Secret>",
    "<div style='content-visibility:hidden'><p>Secret</p></div>",
    "<div style='content-visibility:hidden'>Secret</div>",
    "<details open style='content-visibility:hidden'><summary>Secret</summary>Secret</details>",
    "<div hidden=until-found><p>Secret</p></div>",
    "<svg><desc>Secret</desc><title>Secret</title><metadata>Secret</metadata></svg>",
    "<svg><desc><p>Secret</p></desc></svg>",
    "<svg><text y=20 fill=none>Secret</text></svg>",
    "<svg><text y=20 fill=transparent>Secret</text></svg>",
    "<svg><g fill-opacity=0><text y=20><tspan>Secret</tspan></text></g></svg>",
    "<svg><text y=20 fill=none stroke=red stroke-width=0>Secret</text></svg>",
    "<iframe srcdoc='<p>Secret</p>' style='opacity:0'></iframe>",
    "<div style='opacity:0'><iframe srcdoc='<p>Secret</p>'></iframe></div>",
    "<iframe srcdoc='<p>Secret</p>' style='visibility:hidden'></iframe>",
    "<div style='height:0;overflow:hidden'><iframe srcdoc='<p>Secret</p>'></iframe></div>",
    "<iframe srcdoc='<p>Home</p>'></iframe><object style='opacity:0' data='data:text/html,<p>Secret</p>'></object>",
    """<iframe style='opacity:0' srcdoc="<iframe srcdoc='<p>Secret</p>'></iframe>"></iframe>""",
]
