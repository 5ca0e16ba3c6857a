/** What the site let the test download, and what can be taken away from the run. */
import type { DownloadedFile, RunDetail } from "../../channel/api";
import { bytes } from "../../model/format";
import { words } from "../../words";
import { Icon } from "../parts/icon";
import { traceViewer } from "./trace";

export function Files({ run, downloads }: { run: RunDetail; downloads: DownloadedFile[] }) {
  const kept: [string, string][] = [
    [words.panel.archive, run.archiveUrl ?? ""],
    [words.panel.film, run.videoUrl ?? ""],
    [words.panel.trace, run.traceUrl ?? ""],
    [words.panel.har, run.harUrl ?? ""],
    [words.panel.finalPicture, run.finalScreenshotUrl ?? ""],
  ];
  return (
    <div class="card-body form">
      {downloads.length > 0 && (
        <div>
          <h3>{words.panel.ofTheSite}</h3>
          <table class="table">
            <tbody>
              {downloads.map((file, index) => (
                <tr key={index}>
                  <td>
                    {file.url ? (
                      <a href={file.url} download>
                        {file.filename}
                      </a>
                    ) : (
                      file.filename
                    )}
                    {file.failure && <div class="bad">{file.failure}</div>}
                  </td>
                  <td>{file.contentType}</td>
                  <td class="end numeric">
                    {bytes(file.sizeBytes)}
                    {file.truncated && ` · ${words.panel.tooLarge}`}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div>
        <h3>{words.panel.ofTheRun}</h3>
        <div class="form-row" style={{ marginTop: "8px" }}>
          {run.traceUrl !== null && isSecureContext && (
            <a class="button" href={traceViewer(run.traceUrl)} target="_blank" rel="noreferrer">
              <Icon name="film" />
              {words.panel.openTrace}
            </a>
          )}
          {kept
            .filter(([, url]) => url !== "")
            .map(([name, url]) => (
              <a key={name} class="button" href={url} download>
                <Icon name="down" />
                {name}
              </a>
            ))}
        </div>
        {run.traceUrl !== null && !isSecureContext && <p class="hint">{words.panel.traceElsewhere}</p>}
      </div>
    </div>
  );
}
