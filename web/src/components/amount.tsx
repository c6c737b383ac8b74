/** How much of a limit is used, as a bar and in figures. */
import { Label } from 'react-aria-components/Label'
import { Meter } from 'react-aria-components/Meter'

interface Props {
  label: string
  used: number
  limit: number
}

export function Amount({ label, used, limit }: Props) {
  const figures = `${used.toLocaleString('en')} of ${limit.toLocaleString('en')}`
  return (
    <Meter className="amount" value={Math.max(0, used)} maxValue={limit} valueLabel={figures}>
      {({ percentage }) => (
        <>
          <Label>{label}</Label>
          <span className="amount-figures">{figures}</span>
          <div className="amount-bar">
            <div style={{ width: `${percentage}%` }} data-high={percentage > 80} />
          </div>
        </>
      )}
    </Meter>
  )
}
