/** Dialogs of the toolbar, which are loaded after the screen. */
import { lazily } from '../lazily.tsx'
import type { FilterDialogProps } from './filter_dialog.tsx'
import type { SaveViewProps } from './save_view.tsx'

export const FilterDialog = lazily<FilterDialogProps>(async () => (await import('./filter_dialog.tsx')).FilterDialog)
export const SaveViewDialog = lazily<SaveViewProps>(async () => (await import('./save_view.tsx')).SaveViewDialog)
