"""Where a page shows secrets now: the boxes that pictures of it must cover. Password fields cover themselves.

Not seen: text drawn on a canvas or in an image, text inside a closed shadow root, a secret split by markup.
"""

from __future__ import annotations

from playwright.async_api import Page

from qa_appliance.evidence.base.drawing import Box
from qa_appliance.evidence.base.isolated import Isolated
from qa_appliance.evidence.base.redact import Redactor

_MOST = 200  # boxes

_FIND = """(pattern, most) => {
  const secret = new RegExp(pattern), boxes = [];
  const add = (rect, dx, dy) => {
    if (rect.width && rect.height && boxes.length < most)
      boxes.push([rect.left + dx, rect.top + dy, rect.width, rect.height]);
  };
  const look = (root, dx, dy) => {
    const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = root; node; node = walker.nextNode()) {
      if (node.nodeType === Node.TEXT_NODE) {
        if (!secret.test(node.nodeValue)) continue;
        const range = node.ownerDocument.createRange();
        range.selectNodeContents(node);
        for (const rect of range.getClientRects()) add(rect, dx, dy);
      } else if (node.shadowRoot) {
        for (const child of node.shadowRoot.children) look(child, dx, dy);
      } else if (node.localName === 'input' || node.localName === 'textarea') {
        if (node.type !== 'password' && (secret.test(node.value) || !node.value && secret.test(node.placeholder)))
          add(node.getBoundingClientRect(), dx, dy);
      } else if (node.localName === 'select') {
        if ([...node.selectedOptions].some((option) => secret.test(option.text)))
          add(node.getBoundingClientRect(), dx, dy);
      } else if (node.localName === 'iframe' || node.localName === 'frame') {
        const rect = node.getBoundingClientRect();
        const inside = node.contentDocument && node.contentDocument.documentElement;
        if (inside) look(inside, dx + rect.left + node.clientLeft, dy + rect.top + node.clientTop);
      }
    }
  };
  if (document.documentElement) look(document.documentElement, 0, 0);
  return boxes;
}"""


async def find_covers(isolated: Isolated, page: Page, redactor: Redactor) -> list[Box]:
    """Boxes in CSS pixels of the viewport; costs nothing as long as no secret is registered."""
    pattern = redactor.shown_pattern()
    if pattern is None:
        return []
    world = await isolated.world(page)
    found = await world.call(_FIND, pattern, _MOST)
    return [(x, y, width, height) for x, y, width, height in found]
