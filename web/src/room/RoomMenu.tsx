// What can be done with a room, behind three dots.
import * as Menu from "@radix-ui/react-dropdown-menu";
import type { ReactNode } from "react";
import type { Room } from "../api/types.gen";
import { roomPath } from "../data/route";
import type { Tab } from "../panes/Artefact";
import { copyText } from "../ui/Copy";
import { Icon } from "../ui/Icon";

interface Props {
  room: Room | undefined;
  working: boolean;
  onStop: () => void;
  onResume: () => void;
  onPause: () => void;
  onCancel: () => void;
  onShow: (tab: Tab) => void;
}
const item = "flex cursor-pointer items-center gap-2.5 rounded px-2.5 py-1.5 text-sm outline-none data-[highlighted]:bg-sunk data-[disabled]:opacity-50";

export default function RoomMenu({ room, working, onStop, onResume, onPause, onCancel, onShow }: Props): ReactNode {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger asChild><button type="button" className="icon-button" aria-label="More of this room"><Icon name="more" /></button></Menu.Trigger>
      <Menu.Portal container={document.getElementById("main")}>
        <Menu.Content align="end" sideOffset={4} className="z-20 min-w-52 rounded-lg border border-line bg-raised p-1 shadow-float arrive">
          <Menu.Item className={item} onSelect={() => room && void copyText(`${location.origin}${roomPath(room.id)}`)}><Icon name="link" size={16} />Copy a link to this room</Menu.Item>
          <Menu.Item className={item} onSelect={() => onShow("project")}><Icon name="clock" size={16} />Questions and history</Menu.Item>
          <Menu.Item className={item} onSelect={() => onShow("costs")}><Icon name="coins" size={16} />What it has cost</Menu.Item>
          <Menu.Item className={item} onSelect={() => onShow("about")}><Icon name="settings" size={16} />Folder and channels</Menu.Item>
          <Menu.Separator className="my-1 h-px bg-line" />
          <Menu.Item className={item} disabled={!working} onSelect={onStop}><Icon name="stop" size={16} />Stop who speaks</Menu.Item>
        <Menu.Item className={item} onSelect={onResume}><Icon name="play" size={16} />Go on with what is unfinished</Menu.Item>
          <Menu.Item className={item} disabled={!room?.project} onSelect={onPause}><Icon name="edit" size={16} />Pause the work to change it</Menu.Item>
          <Menu.Item className={`${item} text-danger`} disabled={!room?.project} onSelect={onCancel}><Icon name="ban" size={16} />End this project…</Menu.Item>
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  );
}
