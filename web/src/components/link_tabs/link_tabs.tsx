/** Links as tabs: the layouts of a project or of My tasks, the types of results. */
import { Link } from '@tanstack/react-router'
import './link_tabs.css'

export interface LinkTab<Id extends string> {
  readonly id: Id
  readonly label: string
  readonly to: string
  /** The query of the address. */
  readonly query: string
  /** A number after the label, which is no part of the name. */
  readonly count?: string | undefined
}

interface Props<Id extends string> {
  /** The accessible name. */
  label: string
  tabs: readonly LinkTab<Id>[]
  current: Id | undefined
}

export function LinkTabs<Id extends string>({ label, tabs, current }: Props<Id>) {
  return (
    <nav aria-label={label} className="link-tabs">
      <ul>
        {tabs.map(({ id, label: name, to, query, count }) => (
          <li key={id}>
            <Link to={to} search={{ query }} aria-current={id === current ? 'page' : undefined} activeProps={{}}>
              {name}
              {count ? <span className="link-tab-count" data-count={count} /> : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
