/** The pickers of the fields of tasks, which are loaded after the screen. */
import { lazily } from '../../lazily.tsx'
import type { FieldPickerProps } from '../field/field_picker.tsx'
import type {
  DependencyPickerProps,
  DueDatePickerProps,
  ParentPickerProps,
  SectionPickerProps,
  TaskPickerProps,
} from './task_pickers.tsx'

export type { TaskPickerProps } from './task_pickers.tsx'

const load = () => import('./task_pickers.tsx')

export const AssigneePicker = lazily<TaskPickerProps>(async () => (await load()).AssigneePicker)
export const DueDatePicker = lazily<DueDatePickerProps>(async () => (await load()).DueDatePicker)
export const DueDayPicker = lazily<TaskPickerProps>(async () => (await import('./due_day_picker.tsx')).DueDayPicker)
export const TagsPicker = lazily<TaskPickerProps>(async () => (await load()).TagsPicker)
export const ProjectPicker = lazily<TaskPickerProps>(async () => (await load()).ProjectPicker)
export const SectionPicker = lazily<SectionPickerProps>(async () => (await load()).SectionPicker)
export const DependencyPicker = lazily<DependencyPickerProps>(async () => (await load()).DependencyPicker)
export const ParentPicker = lazily<ParentPickerProps>(async () => (await load()).ParentPicker)
export const FieldPicker = lazily<FieldPickerProps>(async () => (await import('../field/field_picker.tsx')).FieldPicker)

export const DEPENDENCY_WORDS = { dependencies: 'Blocked by', dependents: 'Blocking' } as const
