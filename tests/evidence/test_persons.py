"""Another person's browser context is listened to like the first one, and pictured and filmed when it is its turn."""

from __future__ import annotations


async def test_a_joined_context_is_part_of_the_evidence(page, browser, serve, record) -> None:
    origin = await serve(
        {"/": "<h1>Hello</h1><script>console.error('from', location.hash)</script><img src=/gone.png>"}
    )
    other = await browser.new_context(viewport={"width": 1280, "height": 720})
    async with record(network=True, console=True, performance=True, screenshots=True, video=True) as run:
        await page.goto(f"{origin}/#first")
        tab = await other.new_page()
        run.recorder.join(other)
        await tab.goto(f"{origin}/#second")
        await run.recorder.step_begins(0, "As a second user, look.")
        await run.recorder.before_action(tab, None)
        home = await run.recorder.finish(tab)
    await other.close()
    assert home.notes == []
    said = {entry["text"] for entry in home.console_events if entry["text"].startswith("from")}
    assert said == {"from #first", "from #second"}
    assert [event["url"] for event in home.network_events if event["status"] == 404] == [f"{origin}/gone.png"] * 2
    assert [entry["url"] for entry in home.per_page_performance] == [f"{origin}/#first", f"{origin}/#second"]
    assert [entry["kind"] for entry in home.screenshots] == ["before", "final"]
    assert home.video is not None
