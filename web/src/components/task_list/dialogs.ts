/** Dialogs of lists, which are loaded after the screen. */
import { lazily } from '../lazily.tsx'
import type { DeleteSectionProps } from './delete_section.tsx'
import type { ManyTasksProps } from './many_tasks.tsx'

export const DeleteSection = lazily<DeleteSectionProps>(
  async () => (await import('./delete_section.tsx')).DeleteSection,
)
export const ManyTasks = lazily<ManyTasksProps>(async () => (await import('./many_tasks.tsx')).ManyTasks)
