/** The mark of completion: a circle for tasks, a diamond for milestones, a thumb for approvals. */
import './icon.css'

export type MarkKind = 'task' | 'milestone' | 'approval'

interface Props {
  kind?: MarkKind
  isCompleted: boolean
  /** The accessible name of the checkbox. */
  label?: string
  isDisabled?: boolean
  /** Tab order; -1 in grids, which move the focus themselves. */
  tabIndex?: number
  onChange?(isCompleted: boolean): void
}

const OUTLINES: Readonly<Record<MarkKind, string>> = {
  task: 'M8 1.75a6.25 6.25 0 1 1 0 12.5a6.25 6.25 0 0 1 0-12.5Z',
  milestone: 'M8 1.1 14.9 8 8 14.9 1.1 8Z',
  approval:
    'M5 7.2 7.6 1.6c1.200 0 2 .8 2 2V6h3.700c.9 0 1.500.8 1.300 1.600l-1.100 5.300c-.1.700-.7 1.100-1.300 1.100H5ZM1.500 7.200H5V14H1.500Z',
}
const TICK = 'M5.300 8.200 7.200 10.100 10.800 6.200'

/** The picture alone, for places that are no control. */
export function CompletionShape({ kind = 'task', isCompleted }: Pick<Props, 'kind' | 'isCompleted'>) {
  return (
    <svg
      className="mark-shape"
      viewBox="0 0 16 16"
      width="16"
      height="16"
      aria-hidden="true"
      data-completed={isCompleted}
    >
      <path className="mark-outline" d={OUTLINES[kind]} />
      {kind === 'approval' ? null : <path className="mark-tick" d={TICK} />}
    </svg>
  )
}

/** A checkbox with the shape of the kind of task. */
export function CompletionMark({
  kind = 'task',
  isCompleted,
  label = 'Completed',
  isDisabled,
  tabIndex,
  onChange,
}: Props) {
  return (
    <label className="completion">
      <input
        type="checkbox"
        className="completion-input"
        checked={isCompleted}
        aria-label={label}
        disabled={isDisabled}
        tabIndex={tabIndex}
        onChange={event => onChange?.(event.currentTarget.checked)}
      />
      <CompletionShape kind={kind} isCompleted={isCompleted} />
    </label>
  )
}
