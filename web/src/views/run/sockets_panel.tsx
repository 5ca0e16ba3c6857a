/** The WebSockets of the pages: what they carried, in numbers, and how they ended. */
import type { RunDetail } from "../../channel/api";
import { duration } from "../../model/format";
import { words } from "../../words";

export type Socket = NonNullable<RunDetail["webSocketsJson"]>[number];

export function Sockets({ sockets }: { sockets: Socket[] }) {
  return (
    <table class="table">
      <thead>
        <tr>
          <th>{words.panel.status}</th>
          <th>{words.panel.address}</th>
          <th class="end">{words.panel.sent}</th>
          <th class="end">{words.panel.received}</th>
          <th class="end">{words.panel.time}</th>
        </tr>
      </thead>
      <tbody>
        {sockets.map((socket, index) => (
          <tr key={index}>
            <td class={socket.ended === "failed" ? "bad" : undefined}>{socket.ended}</td>
            <td class="address mono">
              {socket.url}
              {socket.error && <div class="bad">{socket.error}</div>}
            </td>
            <td class="end numeric">{socket.sent}</td>
            <td class="end numeric">{socket.received}</td>
            <td class="end numeric">{socket.lastedMs === null ? "" : duration(socket.lastedMs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
