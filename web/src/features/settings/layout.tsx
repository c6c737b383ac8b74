/** The frame of the settings of a person, with the links to all of them. */
import { Outlet } from '@tanstack/react-router'
import AppWindow from 'lucide-react/icons/app-window'
import Bell from 'lucide-react/icons/bell'
import Code from 'lucide-react/icons/code'
import Globe from 'lucide-react/icons/globe'
import KeyRound from 'lucide-react/icons/key-round'
import Keyboard from 'lucide-react/icons/keyboard'
import Laptop from 'lucide-react/icons/laptop'
import Palette from 'lucide-react/icons/palette'
import Shield from 'lucide-react/icons/shield'
import UserRound from 'lucide-react/icons/user-round'
import WebhookShape from 'lucide-react/icons/webhook'
import { SideNavigation } from '../../components/side_navigation/side_navigation.tsx'

const GROUPS = [
  {
    title: 'You',
    links: [
      { to: '/settings/profile', label: 'Profile', icon: UserRound },
      { to: '/settings/appearance', label: 'Appearance', icon: Palette },
      { to: '/settings/language', label: 'Language', icon: Globe },
      { to: '/settings/notifications', label: 'Notifications', icon: Bell },
      { to: '/settings/shortcuts', label: 'Shortcuts', icon: Keyboard },
      { to: '/settings/security', label: 'Security', icon: Shield },
      { to: '/settings/device', label: 'Device', icon: Laptop },
    ],
  },
  {
    title: 'Programs',
    links: [
      { to: '/settings/tokens', label: 'Access tokens', icon: KeyRound },
      { to: '/settings/applications', label: 'Applications', icon: AppWindow },
      { to: '/settings/webhooks', label: 'Webhooks', icon: WebhookShape },
      { to: '/settings/api', label: 'API', icon: Code },
    ],
  },
]

export const SettingsLayout = () => (
  <SideNavigation label="Settings" groups={GROUPS}>
    <Outlet />
  </SideNavigation>
)
