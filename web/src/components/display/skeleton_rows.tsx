/** Placeholder rows of the final height, shown after 300 ms. */
import './display.css'

/** Widths of the bars in percent, so that rows look like text. */
const WIDTHS = [62, 44, 71, 53, 38, 66, 49]

interface Props {
  rows?: number
  /** What is being loaded, announced to screen readers. */
  label?: string
}

export function SkeletonRows({ rows = 8, label = 'Loading' }: Props) {
  return (
    <div className="skeleton-rows" role="status" aria-busy="true">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: rows }, (_, index) => (
        <div key={String(index)} className="skeleton-row" aria-hidden="true">
          <span className="skeleton-mark" />
          <span className="skeleton-bar" style={{ width: `${WIDTHS[index % WIDTHS.length]}%` }} />
        </div>
      ))}
    </div>
  )
}
