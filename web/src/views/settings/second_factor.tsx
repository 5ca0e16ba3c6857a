/** Turning the second step of one's sign-in on, with a picture for the authenticator, and off. */
import { useEffect, useState } from "preact/hooks";
import { account } from "../../channel/account";
import { words } from "../../words";
import { copy, Dialog } from "../parts/acting";
import { FormDialog, Taken, useTexts } from "../parts/form";
import { Icon } from "../parts/icon";
import { Field, Notice } from "../parts/parts";

type Step = { address: string } | { recovery: string[] } | null;

export function TurnOn({ onClose }: { onClose: () => void }) {
  const [step, setStep] = useState<Step>(null);
  if (step === null) return <AskPassword onClose={onClose} onBegun={setStep} />;
  if ("recovery" in step) return <Recovery codes={step.recovery} onClose={onClose} />;
  return <AskCode address={step.address} onClose={onClose} onDone={(recovery) => setStep({ recovery })} />;
}

function AskPassword({ onClose, onBegun }: { onClose: () => void; onBegun: (step: Step) => void }) {
  const { given, acting, of } = useTexts({ password: "" });
  return (
    <FormDialog
      title={words.factor.title}
      action={words.factor.next}
      acting={acting}
      fields={["password"]}
      onClose={onClose}
      send={async () => onBegun(await account.beginFactor(given.password))}
    >
      <Password {...of("password")} />
    </FormDialog>
  );
}

function AskCode({
  address,
  onClose,
  onDone,
}: {
  address: string;
  onClose: () => void;
  onDone: (recovery: string[]) => void;
}) {
  const { given, acting, of } = useTexts({ code: "" });
  return (
    <FormDialog
      title={words.factor.title}
      action={words.factor.turnOn}
      acting={acting}
      fields={["code"]}
      onClose={onClose}
      send={async () => onDone(await account.confirmFactor(given.code))}
    >
      <p class="soft">{words.factor.scan}</p>
      <Picture text={address} />
      <Taken
        text={new URL(address).searchParams.get("secret") ?? ""}
        label={words.factor.key}
        copied={words.factor.keyCopied}
      />
      <Code {...of("code")} />
    </FormDialog>
  );
}

function Recovery({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <Dialog title={words.factor.recovery} onClose={onClose}>
      <div class="form">
        <Notice tone="warn">{words.factor.recoveryText}</Notice>
        <ul class="recovery mono" aria-label={words.factor.recovery}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div class="form-row">
          <button type="button" class="button" onClick={() => void copy(codes.join("\n"), words.factor.copied)}>
            <Icon name="copy" />
            {words.act.copy}
          </button>
        </div>
      </div>
    </Dialog>
  );
}

export function TurnOff({ onClose }: { onClose: () => void }) {
  const { given, acting, of } = useTexts({ password: "", code: "" });
  return (
    <FormDialog
      title={words.factor.title}
      action={words.factor.turnOff}
      acting={acting}
      fields={["password", "code"]}
      onClose={onClose}
      send={async () => {
        await account.removeFactor(given.password, given.code);
        onClose();
      }}
    >
      <Password {...of("password")} />
      <Code {...of("code")} />
    </FormDialog>
  );
}

type Typed = ReturnType<ReturnType<typeof useTexts>["of"]>;

export function Password(typed: Typed) {
  return <Field label={words.signIn.password} type="password" autoComplete="current-password" required {...typed} />;
}

export function Code(typed: Typed) {
  return <Field label={words.factor.code} autoComplete="one-time-code" required {...typed} />;
}

const EDGE = 4; // empty squares around, without which it is not read

/** A QR code, made here: the key goes nowhere else. What makes it comes only when it is wanted. */
function Picture({ text }: { text: string }) {
  const [squares, setSquares] = useState<{ size: number; path: string } | null>(null);
  useEffect(() => {
    void import("qrcode-generator").then(({ default: qrcode }) => {
      const code = qrcode(0, "M");
      code.addData(text);
      code.make();
      const size = code.getModuleCount();
      const all = Array.from({ length: size * size }, (_, at) => [at % size, Math.floor(at / size)] as const);
      const dark = all.filter(([x, y]) => code.isDark(y, x));
      setSquares({ size, path: dark.map(([x, y]) => `M${x + EDGE} ${y + EDGE}h1v1h-1z`).join("") });
    });
  }, [text]);
  if (squares === null) return null;
  const side = squares.size + 2 * EDGE;
  return (
    <svg class="qr" viewBox={`0 0 ${side} ${side}`} role="img" aria-label={words.factor.picture}>
      <path d={squares.path} />
    </svg>
  );
}
