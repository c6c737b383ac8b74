/** The frame of signed-in pages: sidebar, top bar, content, and the pane of a task. */
import './shell.css'
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useContext, useEffect, useState } from 'react'
import { ErrorBoundary } from '../../components/error_boundary.tsx'
import { useSnoozeEnd } from '../../components/inbox/use_inbox.ts'
import { preloadParts } from '../../components/lazily.tsx'
import { TaskCommands } from '../../components/task/commands.tsx'
import { COVERED, NARROW, PHONE, useMedia } from '../../components/use_media.ts'
import { paneOf, withoutPane } from '../../data/addresses.ts'
import { CacheContext, useCache } from '../../data/hooks.ts'
import { noteRecent, objectAt } from '../../data/recent.ts'
import { deviceStorage } from '../../data/shared_computer.ts'
import { useReadingAhead } from '../ahead/use_reading_ahead.ts'
import { useGlobalCommands } from '../commands/global.ts'
import { useShortcuts } from '../shortcuts/shortcuts.ts'
import { Sidebar } from '../sidebar/sidebar.tsx'
import { BrowserNotices } from './browser_notices.tsx'
import { FrameDialogs } from './frame_dialogs.tsx'
import { PaneHost } from './pane.tsx'
import { PhoneBar } from './phone_bar.tsx'
import { ReportNotices } from './reports.tsx'
import { reloadAfterSignOut, signOuts } from './sign_out.ts'
import { TopBar } from './top_bar.tsx'
import { WorkspaceProvider } from './workspace.tsx'

export function Shell() {
  useEffect(() => {
    performance.mark('workloom:shell')
    signOuts.addEventListener('message', reloadAfterSignOut)
    // What a person touches may need the parts that are loaded later. A pointer that rests where the page appears sends
    // `pointerover` at once, and moves nothing.
    const types = ['pointermove', 'pointerdown', 'keydown']
    for (const type of types) document.addEventListener(type, preloadParts, { once: true })
    return () => {
      signOuts.removeEventListener('message', reloadAfterSignOut)
      for (const type of types) document.removeEventListener(type, preloadParts)
    }
  }, [])
  return (
    <WorkspaceProvider>
      <Frame />
    </WorkspaceProvider>
  )
}

const SIDEBAR_KEY = 'workloom_sidebar'

/** Whether the sidebar is open: remembered in wide windows; a drawer that closes by itself in narrow ones. */
function useSidebar(pathname: string) {
  const isNarrow = useMedia(NARROW)
  const [isShown, setShown] = useState(() => deviceStorage().getItem(SIDEBAR_KEY) !== 'hidden')
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes after each navigation
  useEffect(() => setDrawerOpen(false), [pathname])
  const toggle = () => {
    if (isNarrow) return setDrawerOpen(!isDrawerOpen)
    deviceStorage().setItem(SIDEBAR_KEY, isShown ? 'hidden' : 'shown')
    setShown(!isShown)
  }
  return { isOpen: isNarrow ? isDrawerOpen : isShown, isDrawer: isNarrow, toggle, close: () => setDrawerOpen(false) }
}

function Frame() {
  const hasWorkspace = useContext(CacheContext) !== undefined
  const { pathname } = useLocation()
  const pane = hasWorkspace ? paneOf(pathname) : undefined
  const sidebar = useSidebar(pathname)
  const isPhone = useMedia(PHONE)
  const isCover = useMedia(COVERED)
  useShortcuts()
  return (
    <div className="frame" data-sidebar={sidebar.isOpen} data-pane={pane && (isCover ? 'over' : 'beside')}>
      <a className="skip" href={pane && isCover ? '#pane' : '#main'}>
        Skip to the content
      </a>
      {hasWorkspace ? <WorkspaceParts toggleSidebar={sidebar.toggle} /> : null}
      {sidebar.isOpen && sidebar.isDrawer ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: the button in the bar closes the drawer by keyboard
        // biome-ignore lint/a11y/useKeyWithClickEvents: as above
        <div className="drawer-veil" onClick={sidebar.close} />
      ) : null}
      {sidebar.isOpen && !isPhone ? <Sidebar isDrawer={sidebar.isDrawer} /> : null}
      <TopBar isSidebarOpen={sidebar.isOpen} toggleSidebar={sidebar.toggle} hasWorkspace={hasWorkspace} />
      <main className="main" id="main" tabIndex={-1}>
        <ErrorBoundary key={withoutPane(pathname)}>
          <Outlet />
        </ErrorBoundary>
      </main>
      {pane ? <PaneHost {...{ task: pane, isCover, isPhone }} /> : null}
      {hasWorkspace && isPhone ? <PhoneBar /> : null}
    </div>
  )
}

/** Notes each object that is opened, for the command menu. */
function useRecentObjects(): void {
  const cache = useCache()
  const { pathname } = useLocation()
  useEffect(() => void noteRecent(cache, objectAt(pathname)), [cache, pathname])
}

/** What exists once in a workspace: commands, dialogs and notices of the outbox. */
function WorkspaceParts({ toggleSidebar }: { toggleSidebar(): void }) {
  const navigate = useNavigate()
  useRecentObjects()
  useReadingAhead()
  useSnoozeEnd()
  useGlobalCommands({ toggleSidebar, navigate: to => void navigate({ to }) })
  return (
    <>
      <ReportNotices />
      <FrameDialogs />
      <TaskCommands />
      <BrowserNotices />
    </>
  )
}
