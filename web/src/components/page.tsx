/** The layout of pages: title, lead, actions, sections and rows. */
import { type ReactNode, useEffect, useId } from 'react'

/** Sets the title of the window. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Workloom`
  }, [title])
}

interface Props {
  title: string
  /** The open part of the page, for the document title. */
  part?: string
  lead?: ReactNode
  /** Buttons next to the title. */
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

/** A page with one card, for sign-in, consent and errors. */
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

/** The logo and the name. */
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
  /** Short facts below the title. */
  about: ReactNode[]
  actions?: ReactNode
  children?: ReactNode
}

/** A row of a list. */
export function Row({ title, about, actions, children }: RowProps) {
  return (
    <li className="row">
      <div className="row-text">
        <div className="row-title">{title}</div>
        <div className="row-about">
          {about.filter(Boolean).map((fact, index) => (
            <span key={String(index)}>{fact}</span>
          ))}
        </div>
        {children}
      </div>
      {actions ? <div className="actions">{actions}</div> : null}
    </li>
  )
}
