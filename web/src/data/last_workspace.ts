/** The workspace that was open last in this browser. */
import { deviceStorage } from './shared_computer.ts'

const KEY = 'workloom_workspace'

/** Its gid; null if none was open since the last sign-out. */
export const lastOpened = (): string | null => deviceStorage().getItem(KEY)

export const rememberOpened = (workspace: string): void => deviceStorage().setItem(KEY, workspace)

/** The gid of the workspace that was open last, if the person is still in it; otherwise their first one. */
export function lastWorkspace(workspaces: readonly { gid: string }[]): string | undefined {
  const last = lastOpened()
  return workspaces.some(({ gid }) => gid === last) ? (last ?? undefined) : workspaces[0]?.gid
}
