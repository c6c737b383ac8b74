/** A region of the overview. */
import { type ReactNode, useId } from 'react'

interface Props {
  title: string
  actions?: ReactNode
  children: ReactNode
}

export function OverviewCard({ title, actions, children }: Props) {
  const id = useId()
  return (
    <section className="overview-card" aria-labelledby={id}>
      <header className="overview-card-head">
        <h2 id={id}>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  )
}
