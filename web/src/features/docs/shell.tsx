/** The layout of the reference: search, types and guides on the left, and a link to the app. */
import '../../style/docs.css'
import { guides } from 'virtual:guides'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Logo } from '../../components/page.tsx'
import type { Operation, Reference } from './document.ts'
import { apiReference, visitor } from './queries.ts'
import { guidePath } from './search.ts'
import { SearchBox } from './search_box.tsx'
import { Prose } from './text.tsx'

export function DocsShell() {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const { data: reference } = useQuery(apiReference)
  const path = useLocation({ select: ({ href }) => href })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes after each navigation
  useEffect(() => setOpen(false), [path])
  return (
    <div className="docs">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="docs-bar">
        <Link to="/docs" className="docs-home" aria-label="Workloom API reference">
          <Logo />
        </Link>
        <button
          type="button"
          className="button quiet docs-menu"
          aria-expanded={isOpen}
          aria-controls="contents"
          onClick={() => setOpen(!isOpen)}
        >
          Menu
        </button>
      </header>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the menu */}
      <div
        className="docs-side"
        id="contents"
        data-open={isOpen}
        onKeyDown={event => event.key === 'Escape' && setOpen(false)}
      >
        <div>
          <SearchBox text={text} set={setText} index={reference?.index ?? []} />
          {text ? null : <Contents reference={reference} />}
        </div>
        <Visitor />
      </div>
      <main className="docs-main" id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  )
}

/** The operations of the open type. */
function Operations({ operations }: { operations: Operation[] }) {
  return (
    <ul className="docs-nav-inner">
      {operations.map(({ id, summary }) => (
        <li key={id}>
          <a href={`#${id}`}>
            <Prose text={summary.replace(/\.$/, '')} />
          </a>
        </li>
      ))}
    </ul>
  )
}

function Contents({ reference }: { reference: Reference | undefined }) {
  const { type: open } = useParams({ strict: false })
  return (
    <nav aria-label="Reference">
      <ul className="docs-nav">
        <li>
          <Link to="/docs" activeOptions={{ exact: true }}>
            Overview
          </Link>
        </li>
        <li>
          <Link to="/docs/errors">Errors</Link>
        </li>
      </ul>
      <h2 className="docs-nav-title">Types</h2>
      <ul className="docs-nav">
        {reference?.types.map(({ slug, title, operations }) => (
          <li key={slug}>
            <Link to="/docs/$type" params={{ type: slug }}>
              {title}
            </Link>
            {slug === open ? <Operations operations={operations} /> : null}
          </li>
        ))}
      </ul>
      <h2 className="docs-nav-title">Guides</h2>
      <ul className="docs-nav">
        {guides
          .filter(({ name }) => name !== 'errors')
          .map(({ name, title }) => (
            <li key={name}>
              <Link to={guidePath(name)}>{title}</Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}

function Visitor() {
  const { data: person } = useQuery(visitor)
  return (
    <nav className="docs-account" aria-label="Account">
      {person ? (
        <>
          <span>{person.user.name}</span> <Link to="/">Back to the app</Link>
        </>
      ) : (
        <Link to="/sign_in">Sign in</Link>
      )}
    </nav>
  )
}
