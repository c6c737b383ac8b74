/** Dialogs and menus of tasks, which are loaded after the screen. */
import { lazily } from '../lazily.tsx'
import type { TaskMenuProps } from './menu/open_task_menu.tsx'
import type { MoveDialogProps } from './moving/move_dialog.tsx'
import type { SelectionToolbarProps } from './selection_toolbar.tsx'

export const TaskMenu = lazily<TaskMenuProps>(async () => (await import('./menu/open_task_menu.tsx')).TaskMenu)
export const MoveDialog = lazily<MoveDialogProps>(async () => (await import('./moving/move_dialog.tsx')).MoveDialog)
export const SelectionToolbar = lazily<SelectionToolbarProps>(
  async () => (await import('./selection_toolbar.tsx')).SelectionToolbar,
)
