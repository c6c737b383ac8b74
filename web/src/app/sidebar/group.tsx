/** A group of links of the sidebar. Which groups are folded is remembered for the person. */
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type ReactNode, useSyncExternalStore } from 'react'
import { Icon } from '../../components/icon/icon.tsx'
import { changePreferences, preferences, subscribePreferences } from '../../data/preferences.ts'
import './sidebar.css'

interface Props {
  /** The id of the heading, which names the list in the group. */
  id: string
  title: string
  /** Controls next to the heading. */
  tools?: ReactNode
  children: ReactNode
}

const NONE: readonly string[] = []

export function Group({ id, title, tools, children }: Props) {
  const { folded = NONE } = useSyncExternalStore(subscribePreferences, preferences).sidebar
  const isFolded = folded.includes(id)
  const toggle = () => {
    const next = isFolded ? folded.filter(one => one !== id) : [...folded, id]
    // What the server refuses stays as it was.
    changePreferences({ sidebar: { ...preferences().sidebar, folded: next } }).catch(() => {})
  }
  return (
    <section className="sidebar-group">
      <div className="sidebar-head">
        <h2>
          <button type="button" className="sidebar-fold" aria-expanded={!isFolded} onClick={toggle}>
            <span id={id}>{title}</span>
            <Icon of={ChevronRight} size={12} />
          </button>
        </h2>
        {tools}
      </div>
      {isFolded ? null : children}
    </section>
  )
}
