/** A WebSocket to the live view of one run. Never tries again by itself. */

export type Wire = { close: () => void };

type Ears = {
  text: (message: string) => void;
  picture: (jpeg: Blob) => void;
  closed: () => void;
};

export function openSocket(runId: string, token: string, ears: Ears): Wire {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/ws?runId=${encodeURIComponent(runId)}`);
  socket.binaryType = "blob";
  socket.onopen = () => socket.send(JSON.stringify({ token }));
  socket.onmessage = ({ data }) => (typeof data === "string" ? ears.text(data) : ears.picture(data));
  socket.onclose = () => ears.closed();
  return {
    close: () => {
      socket.onclose = null;
      socket.close();
    },
  };
}
