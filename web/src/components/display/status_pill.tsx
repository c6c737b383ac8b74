/** The status of a project, a portfolio or a goal: always a colour with a word. */
import './display.css'

/** The statuses by API name: the word and the colour. */
export const statuses = {
  on_track: { label: 'On track', color: 'green' },
  at_risk: { label: 'At risk', color: 'yellow-orange' },
  off_track: { label: 'Off track', color: 'red' },
  on_hold: { label: 'On hold', color: 'blue' },
  complete: { label: 'Complete', color: 'dark-green' },
  dropped: { label: 'Dropped', color: 'cool-gray' },
} as const

export type StatusName = keyof typeof statuses

/** The statuses of a goal by API name: those of an open goal are colours, those of a closed one results. */
const goalStatuses = {
  ...{ green: statuses.on_track, yellow: statuses.at_risk, red: statuses.off_track },
  achieved: { label: 'Achieved', color: 'dark-green' },
  partial: { label: 'Partially achieved', color: 'yellow-orange' },
  missed: { label: 'Missed', color: 'red' },
} as const

interface Props {
  /** Null is "No status". */
  status: StatusName | keyof typeof goalStatuses | null
}

const shown = { ...statuses, ...goalStatuses }

export function StatusPill({ status }: Props) {
  const { label, color } = status ? shown[status] : { label: 'No status', color: 'none' }
  return (
    <span className={`status-pill color-${color}`} data-status={status ?? 'none'}>
      <span className="status-dot" />
      {label}
    </span>
  )
}
