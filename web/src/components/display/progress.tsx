/** Progress: a bar with its figures. */
import './display.css'

interface Props {
  /** The accessible name. */
  label: string
  done: number
  total: number
  /** Whether the figures, such as "2 of 5", stand next to the bar. */
  hasFigures?: boolean
}

export function Progress({ label, done, total, hasFigures = true }: Props) {
  const share = total > 0 ? Math.min(1, done / total) : 0
  const figures = `${done} of ${total}`
  return (
    <span className="progress">
      <span
        className="progress-bar"
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={figures}
      >
        <span className="progress-done" style={{ width: `${share * 100}%` }} />
      </span>
      {hasFigures ? <span className="progress-figures">{figures}</span> : null}
    </span>
  )
}
