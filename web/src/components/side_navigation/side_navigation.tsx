/** The frame of pages that belong together: their links on the left, above them in narrow windows. */
import './side_navigation.css'
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { Icon, type IconShape } from '../icon/icon.tsx'

export interface NavigationLink {
  readonly to: string
  readonly label: string
  readonly icon: IconShape
}

export interface NavigationGroup {
  readonly title: string
  readonly links: readonly NavigationLink[]
}

interface Props {
  /** The accessible name of the navigation. */
  label: string
  groups: readonly NavigationGroup[]
  children: ReactNode
}

export function SideNavigation({ label, groups, children }: Props) {
  const { pathname } = useLocation()
  const navigation = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open page may be outside of the row of a narrow window
  useEffect(() => {
    const open = navigation.current?.querySelector('[aria-current=page]')
    open?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return (
    <div className="side-frame">
      <nav ref={navigation} className="side-navigation" aria-label={label}>
        {groups.map(({ title, links }) => (
          <div key={title} className="side-group">
            <p className="side-title">{title}</p>
            <ul className="side-list">
              {links.map(link => (
                <li key={link.to}>
                  <Link to={link.to} className="side-link">
                    <Icon of={link.icon} />
                    {link.label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      {children}
    </div>
  )
}
