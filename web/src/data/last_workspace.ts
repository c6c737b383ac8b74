/** The workspace that was open last in this browser. */
import { deviceStorage } from './shared_computer.ts'

const KEY = 'workloom_workspace'

/** Its gid; null if none was open since the last sign-out. */
export const lastOpened = (): string | null => deviceStorage().getItem(KEY)

export const rememberOpened = (workspace: string): void => deviceStorage().setItem(KEY, workspace)
