"""Faults to plant into JupyterLab: each a function named for what a visitor sees of it.

Runs in the applications' own environment, before the server is made. `folder` is the home of the server's user.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from jupyter_server.services.contents.filemanager import AsyncFileContentsManager as Contents
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager as Kernels
from jupyterlab_server.handlers import LabHandler

Do = Callable[..., Awaitable[Any]]


def plant(name: str, folder: Path) -> None:
    globals()[name](folder)


def names_new_files_wrongly(folder: Path) -> None:
    def wrong(do: Do) -> Do:
        async def increment(self: Contents, filename: str, path: str = "", insert: str = "") -> str:
            return await do(self, filename.replace(".txt", ".tmp"), path, insert)

        return increment

    Contents.increment_filename = wrong(Contents.increment_filename)


def adds_a_tilde_to_names(folder: Path) -> None:
    def wrong(do: Do) -> Do:
        async def update(self: Contents, model: dict[str, Any], path: str) -> dict[str, Any]:
            return await do(self, model | {"path": f"{model['path']}~"}, path)

        return update

    Contents.update = wrong(Contents.update)


def forgets_to_delete(folder: Path) -> None:
    async def delete(self: Contents, path: str) -> None:
        return None

    Contents.delete = delete


def names_folders_itself(folder: Path) -> None:
    async def update(self: Contents, model: dict[str, Any], path: str) -> dict[str, Any]:
        return await self.get(path.strip("/"), content=False)

    Contents.update = update


def hides_tables(folder: Path) -> None:
    list_all = Contents.should_list
    Contents.should_list = lambda self, name: not name.endswith(".csv") and list_all(self, name)


def multiplies_wrongly(folder: Path) -> None:
    _at_kernel_start(
        folder,
        "get_ipython().input_transformers_post.append(lambda lines: [line.replace('6 * 7', '6 * 7 + 1')"
        " for line in lines])",
    )


def swallows_errors(folder: Path) -> None:
    _at_kernel_start(folder, "get_ipython().set_custom_exc((Exception,), lambda *given, **more: None)")


def leaves_headings_as_text(folder: Path) -> None:
    _run_script("""new MutationObserver(() => document.querySelectorAll(".jp-RenderedMarkdown h1").forEach(h => {
        const p = document.createElement("p"); p.textContent = "# " + h.firstChild.textContent; h.replaceWith(p);
    })).observe(document, {childList: true, subtree: true});""")


def inserts_nothing(folder: Path) -> None:
    _ignore_clicks_on("[data-jp-item-name=insert]")


def saves_nothing(folder: Path) -> None:
    async def save(self: Contents, model: dict[str, Any], path: str = "") -> dict[str, Any]:
        return await self.get(path.strip("/"), content=False)

    Contents.save = save


def runs_no_commands(folder: Path) -> None:
    _run_script("""addEventListener("keydown", e => {
        if (e.key === "Enter" && e.target.closest(".lm-CommandPalette")) { e.stopImmediatePropagation(); }
    }, true);""")


def keeps_the_light_theme(folder: Path) -> None:
    _ignore_clicks_on("[data-command='apputils:change-theme']")


def hides_the_version(folder: Path) -> None:
    _run_style(".jp-About-version { display: none !important }")


def ignores_the_filter(folder: Path) -> None:
    _run_script("""addEventListener("input", e => {
        if (e.target.closest(".jp-FileBrowser-filterBox, .jp-FileBrowser")) e.stopImmediatePropagation();
    }, true);""")


def ignores_the_order(folder: Path) -> None:
    _ignore_clicks_on(".jp-DirListing-headerItem")


def shows_other_contents(folder: Path) -> None:
    def wrong(do: Do) -> Do:
        async def file_model(self: Contents, *given: Any, **more: Any) -> dict[str, Any]:
            model = await do(self, *given, **more)
            if isinstance(model.get("content"), str):
                model["content"] = model["content"].replace("Difference", "Analytical")
            return model

        return file_model

    Contents._file_model = wrong(Contents._file_model)


def copies_nothing(folder: Path) -> None:
    async def copy(self: Contents, from_path: str, to_path: str | None = None) -> dict[str, Any]:
        return await self.get(from_path.strip("/"), content=False)

    Contents.copy = copy


def does_not_restart(folder: Path) -> None:
    async def restart(self: Kernels, kernel_id: str, now: bool = False) -> None:
        return None

    Kernels.restart_kernel = restart


def keeps_outputs(folder: Path) -> None:
    _ignore_clicks_on("[data-command='editmenu:clear-all'], [data-command='notebook:clear-all-cell-outputs']")


def closes_on_cancel(folder: Path) -> None:
    _run_script("""addEventListener("click", e => {
        const button = e.target.closest(".jp-Dialog .jp-mod-reject");
        const discard = document.querySelector(".jp-Dialog .jp-mod-warn");
        if (button && discard && button !== discard) { e.stopImmediatePropagation(); discard.click(); }
    }, true);""")


def _at_kernel_start(folder: Path, code: str) -> None:
    startup = folder / ".ipython" / "profile_default" / "startup"
    startup.mkdir(parents=True)
    (startup / "fault.py").write_text(code + "\n")


def _ignore_clicks_on(selector: str) -> None:
    _run_script(f"""for (const kind of ["click", "mousedown", "mouseup", "pointerdown", "pointerup"])
        addEventListener(kind, e => {{
            if (e.target.closest("{selector}")) {{ e.stopImmediatePropagation(); e.preventDefault(); }}
        }}, true);""")


def _run_style(style: str) -> None:
    _in_page(f"<style>{style}</style>")


def _run_script(script: str) -> None:
    _in_page(f"<script>{script}</script>")


def _in_page(markup: str) -> None:
    render = LabHandler.render_template

    def rendered(self: LabHandler, name: str, **more: Any) -> str:
        return render(self, name, **more).replace("<head>", f"<head>{markup}", 1)

    LabHandler.render_template = rendered
