/** The address `/`: leads to the first screen of the last workspace. */
import { Navigate } from '@tanstack/react-router'
import { NotFoundPage } from '../components/not_found.tsx'
import { useSession } from '../components/session.ts'
import { homePath, inboxPath, myTasksPath } from '../data/addresses.ts'
import { lastWorkspace } from './shell/workspace.tsx'

const SCREENS: Readonly<Record<string, (workspace: string) => string>> = {
  home: homePath,
  my_tasks: myTasksPath,
  inbox: inboxPath,
}

export function FirstPage() {
  const session = useSession()
  const workspace = lastWorkspace(session.organizations)
  if (!workspace) return <NotFoundPage />
  const path = SCREENS[session.preferences.first_page] ?? homePath
  return <Navigate to={path(workspace)} replace />
}
