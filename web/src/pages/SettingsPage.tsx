import { type ReactNode, useCallback, useEffect, useState } from "react";
import { api, asProblem } from "../api/client";
import type { Calls, OpenSession, Problem } from "../api/types.gen";
import { app } from "../data/app";
import { useModel } from "../data/model";
import { askToNotify, canNotify, wantsNotifications } from "../data/notify";
import { roomPath } from "../data/route";
import { setTheme, type Theme, themeNow } from "../data/theme";
import { Copy } from "../ui/Copy";
import { Go } from "../ui/Go";
import { Page, ProblemNote, Skeleton, When } from "../ui/bits";

function Part({ title, intro, children }: { title: string; intro?: string; children: ReactNode }): ReactNode {
  return <section className="border-t border-line py-5"><h2 className="font-semibold">{title}</h2>{intro ? <p className="text-sm text-muted">{intro}</p> : null}<div className="mt-3">{children}</div></section>;
}

const themes: [Theme, string][] = [["system", "As the system has it"], ["light", "Light"], ["dark", "Dark"]];

export default function SettingsPage(): ReactNode {
  const { session } = useModel(app);
  const [theme, change] = useState(themeNow);
  const [notes, setNotes] = useState(wantsNotifications);
  const [sessions, setSessions] = useState<OpenSession[]>();
  const [channels, setChannels] = useState<Calls["channels"]["gives"]["items"]>();
  const [link, setLink] = useState<Calls["link"]["gives"]>();
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<Problem>();
  const load = useCallback(async () => {
    try {
      const [open, bound] = await Promise.all([api.sessions(), api.channels()]);
      setSessions(open.items);
      setChannels(bound.items);
      setProblem(undefined);
    } catch (error) {
      setProblem(asProblem(error));
    }
  }, []);
  useEffect(() => void load(), [load]);
  const act = async (work: Promise<unknown>) => {
    try {
      await work;
      await load();
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  return (
    <Page title="Settings">
      {problem ? <div className="mb-4"><ProblemNote problem={problem} onRetry={() => void load()} /></div> : null}
      <Part title="Look">
        <fieldset className="flex flex-wrap gap-4 text-sm">
          <legend className="sr-only">Theme</legend>
          {themes.map(([id, title]) => <label key={id} className="flex items-center gap-1.5"><input type="radio" name="theme" className="size-4 accent-accent" checked={theme === id} onChange={() => { setTheme(id); change(id); }} />{title}</label>)}
        </fieldset>
      </Part>
      {canNotify() ? (
        <Part title="Notifications" intro="A short note on your desktop when a team waits for you and this page is not in view.">
          <label className="flex items-center gap-2 text-sm"><input type="checkbox" className="size-4 accent-accent" checked={notes} onChange={(event) => void askToNotify(event.target.checked).then(setNotes)} />Tell me when something waits for me</label>
        </Part>
      ) : null}
      <Part title="Another browser, or a second person" intro="A link opens one session. It works once, within an hour, and where this address can be reached: usually on this machine alone.">
        <form className="flex flex-wrap gap-2" onSubmit={(event) => { event.preventDefault(); void act(api.link(name.trim() || undefined).then(setLink)); }}>
          <input className="field w-auto min-w-0 flex-1" aria-label="In whose name" placeholder={`In whose name? Empty: ${session?.name ?? "yours"}`} value={name} onChange={(event) => setName(event.target.value)} />
          <button type="submit" className="button">Make a link</button>
        </form>
        {link ? <div className="card mt-3 flex items-center gap-2 p-2 pl-3" role="status"><div className="min-w-0 flex-1"><p className="font-mono text-xs break-all">{link.url}</p><p className="text-xs text-muted">For {link.name}, until {new Date(link.ends_at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}.</p></div><Copy text={link.url} label="Copy the link" /></div> : null}
      </Part>
      <Part title="Sessions" intro="Who is signed in, on this device and others.">
        {!sessions ? <Skeleton rows={2} /> : (
          <ul className="flex flex-col">
            {sessions.map((one) => (
              <li key={one.id} className="flex items-center gap-3 border-t border-line py-2 text-sm first:border-t-0">
                <div className="min-w-0 flex-1"><p><b className="font-semibold">{one.name}</b>{one.here ? " · this one" : ""}</p><p className="text-xs text-muted">since <When at={one.since} />, used <When at={one.used} /></p></div>
                {one.here ? <button type="button" className="button" onClick={() => void act(api.leave().then(() => app.start()))}>Sign out</button> : <button type="button" className="button button-danger" aria-label={`End it: the session of ${one.name}`} onClick={() => void act(api.revoke(one.id))}>End it</button>}
              </li>
            ))}
          </ul>
        )}
      </Part>
      <Part title="Chat channels" intro="Which bridge speaks in which room. They are bound in the room itself.">
        {channels?.length ? <ul className="text-sm">{channels.map((one) => <li key={one.channel} className="flex flex-wrap gap-3 py-1"><span className="font-mono text-xs leading-5">{one.channel}</span><Go to={roomPath(one.room)} className="text-info underline underline-offset-2">{app.rooms?.find((room) => room.id === one.room)?.title ?? one.room}</Go></li>)}</ul> : <p className="text-sm text-muted">None is bound.</p>}
      </Part>
      <Part title="Teams">
        <ul className="flex flex-col gap-2 text-sm">{session?.teams?.map((one) => <li key={one.id}><b className="font-semibold">{one.title}</b>{one.what ? <span className="text-muted">: {one.what}</span> : null}</li>)}</ul>
      </Part>
      <Part title="This program">
        <p className="text-sm text-muted">Folkmoot {session?.version}, in <code className="font-mono text-xs">{session?.folder}</code>. {session?.model ? `${session.model} speaks where nobody named another model.` : "No model is connected: answers are scripted."} <a className="text-info underline underline-offset-2" href="/licenses.md" target="_blank" rel="noreferrer">Licences of what this page uses</a></p>
      </Part>
    </Page>
  );
}
