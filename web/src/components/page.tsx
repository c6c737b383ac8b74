/** The frame of a room: its title, in the window too, its introduction, its sections. */
import { type ReactNode, useEffect, useId } from 'react'

function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Workloom`
  }, [title])
}

interface Props {
  title: string
  /** Which part of it is shown, for the title of the window. */
  part?: string
  lead?: ReactNode
  /** Buttons beside the title. */
  actions?: ReactNode
  children: ReactNode
}

export function Page({ title, part, lead, actions, children }: Props) {
  useTitle(part ? `${part} · ${title}` : title)
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          {lead ? <p className="lead">{lead}</p> : null}
        </div>
        {actions ? <div className="actions">{actions}</div> : null}
      </header>
      {children}
    </div>
  )
}

export function Section({ title, lead, actions, children }: Omit<Props, 'part'>) {
  const id = useId()
  return (
    <section className="section" aria-labelledby={id}>
      <header className="section-head">
        <div>
          <h2 id={id}>{title}</h2>
          {lead ? <p className="lead">{lead}</p> : null}
        </div>
        {actions ? <div className="actions">{actions}</div> : null}
      </header>
      {children}
    </section>
  )
}

/** A page of one card, for whoever is on the way in. */
export function AuthLayout({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title)
  return (
    <main className="auth-layout" id="main">
      <div className="auth-layout-card">
        <Logo />
        <h1 tabIndex={-1}>{title}</h1>
        {children}
      </div>
    </main>
  )
}

/** The mark and the name. */
export function Logo() {
  return (
    <span className="mark">
      <svg viewBox="0 0 32 32" aria-hidden="true" className="mark-sign">
        <rect width="32" height="32" rx="8" className="mark-ground" />
        <path className="mark-warp" d="M10 7v18M22 7v18" />
        <path className="mark-weft" d="M6 12h.5M13.500 12h12.500M6 20h12.500M25.500 20h.5" />
      </svg>
      Workloom
    </span>
  )
}

interface RowProps {
  title: ReactNode
  /** Small words under the title, one after another. */
  about: ReactNode[]
  actions?: ReactNode
  children?: ReactNode
}

/** One of a list. */
export function Row({ title, about, actions, children }: RowProps) {
  return (
    <li className="row">
      <div className="row-text">
        <div className="row-title">{title}</div>
        <div className="row-about">
          {about.filter(Boolean).map((one, index) => (
            <span key={String(index)}>{one}</span>
          ))}
        </div>
        {children}
      </div>
      {actions ? <div className="actions">{actions}</div> : null}
    </li>
  )
}
