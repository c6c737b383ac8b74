/** A card of Home: a region with a title, and what belongs next to it. */
import { type ReactNode, useId } from 'react'

interface Props {
  title: string
  /** What stands next to the title, such as a link to everything. */
  actions?: ReactNode
  children: ReactNode
}

export function HomeCard({ title, actions, children }: Props) {
  const id = useId()
  return (
    <section className="home-card" aria-labelledby={id}>
      <header className="home-card-head">
        <h2 id={id}>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  )
}
