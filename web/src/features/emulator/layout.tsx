/** The frame of the pages of an emulator. */
import { Outlet } from '@tanstack/react-router'
import Clock from 'lucide-react/icons/clock'
import Globe from 'lucide-react/icons/globe'
import List from 'lucide-react/icons/list'
import Zap from 'lucide-react/icons/zap'
import { NotFoundPage } from '../../components/not_found.tsx'
import { SideNavigation } from '../../components/side_navigation/side_navigation.tsx'
import { emulatedWorld } from '../../data/call.ts'

const links = [
  { to: '/emulator/requests', label: 'Requests', icon: List },
  { to: '/emulator/faults', label: 'Faults', icon: Zap },
  { to: '/emulator/clock', label: 'Clock', icon: Clock },
  { to: '/emulator/worlds', label: 'Worlds', icon: Globe },
]

/** Invariant: a server that is no emulator shows the same as for an address that does not exist. */
export function EmulatorLayout() {
  const world = emulatedWorld()
  if (world === null) return <NotFoundPage />
  return (
    <SideNavigation label="Emulator" groups={[{ title: `Emulator: world ${world}`, links }]}>
      <Outlet />
    </SideNavigation>
  )
}
