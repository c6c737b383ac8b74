/** What surrounds the rooms: the way between them, and who is signed in. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { followChanges } from '../api/live.ts'
import { useSessionEnded } from '../api/session_end.ts'
import { Button } from './button.tsx'
import { Logo } from './page.tsx'
import { useSession } from './session.ts'

export function Shell() {
  const [isOpen, setOpen] = useState(false)
  const menu = useRef<HTMLButtonElement>(null)
  const client = useQueryClient()
  const hasEnded = useSessionEnded()
  useEffect(() => (hasEnded ? undefined : followChanges(client)), [client, hasEnded])
  useEffect(() => {
    signOuts.addEventListener('message', reloadAfterSignOut)
    return () => signOuts.removeEventListener('message', reloadAfterSignOut)
  }, [])
  useEscape(isOpen, () => {
    setOpen(false)
    menu.current?.focus()
  })
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="bar">
        <Link to="/" className="bar-home" aria-label="Workloom, home">
          <Logo />
        </Link>
        <button
          ref={menu}
          type="button"
          className="button quiet bar-menu"
          aria-expanded={isOpen}
          aria-controls="navigation"
          onClick={() => setOpen(!isOpen)}
        >
          Menu
        </button>
      </header>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a link inside was followed, by mouse or by keyboard */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: following a link by keyboard is a click as well */}
      <div className="side" id="navigation" data-open={isOpen} onClick={() => setOpen(false)}>
        <Navigation />
        <AccountMenu />
      </div>
      <main className="main" id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  )
}

/** Closes what is open when Escape is pressed, wherever the focus is. */
function useEscape(isOpen: boolean, close: () => void): void {
  const onKey = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape') close()
  })
  useEffect(() => {
    if (!isOpen) return
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOpen])
}

function Navigation() {
  const { organizations, administers_installation } = useSession()
  return (
    <nav aria-label="Main">
      <ul className="nav">
        <li>
          <Link to="/" activeOptions={{ exact: true }}>
            Home
          </Link>
        </li>
        <li>
          <Link to="/tokens">Access tokens</Link>
        </li>
        <li>
          <Link to="/applications">Applications</Link>
        </li>
        <li>
          <Link to="/webhooks">Webhooks</Link>
        </li>
        <li>
          <Link to="/account">Account</Link>
        </li>
      </ul>
      {organizations.length > 0 ? (
        <>
          <h2 className="nav-title">Organizations</h2>
          <ul className="nav">
            {organizations.map(({ gid, name }) => (
              <li key={gid}>
                <Link to="/organizations/$organization" params={{ organization: gid }}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {administers_installation ? (
        <>
          <h2 className="nav-title">Installation</h2>
          <ul className="nav">
            <li>
              <Link to="/jobs">Jobs</Link>
            </li>
          </ul>
        </>
      ) : null}
    </nav>
  )
}

/** Tells the other tabs of this browser that the person has signed out. */
const signOuts = new BroadcastChannel('workloom_sign_out')

/** A new page remembers nothing of the old one. */
const reloadAfterSignOut = () => window.location.assign('/sign_in')

function AccountMenu() {
  const { user } = useSession()
  const signOut = useMutation({
    mutationFn: () => call('POST', '/-/sign_out'),
    onSuccess: () => {
      signOuts.postMessage(null)
      reloadAfterSignOut()
    },
  })
  return (
    <aside className="who" aria-label="Signed in">
      <p>
        <strong>{user.name}</strong>
        <span>{user.email}</span>
      </p>
      <Button kind="quiet" pending={signOut.isPending} onPress={() => signOut.mutate()}>
        Sign out
      </Button>
    </aside>
  )
}
