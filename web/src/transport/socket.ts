/** A WebSocket of the appliance: of a run's live view, of a session on a live page. Never tries again by itself. */

export type Wire = { close: () => void; send: (message: string) => void };

type Ears = {
  text: (message: string) => void;
  picture: (jpeg: Blob) => void;
  closed: () => void;
};

/** `address`: its path, with what it is asked for. */
export function openSocket(address: string, token: string, ears: Ears): Wire {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}${address}`);
  socket.binaryType = "blob";
  const early: string[] = []; // asked before it was open: sent then
  socket.onopen = () => {
    for (const message of [JSON.stringify({ token }), ...early]) socket.send(message);
  };
  socket.onmessage = ({ data }) => (typeof data === "string" ? ears.text(data) : ears.picture(data));
  socket.onclose = () => ears.closed();
  return {
    send: (message) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(message);
      else if (socket.readyState === WebSocket.CONNECTING) early.push(message);
    },
    close: () => {
      socket.onclose = null;
      socket.close();
    },
  };
}
