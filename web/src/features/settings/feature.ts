import type { Feature, LazyPage } from '../../components/feature.ts'

const part = (path: string, load: LazyPage['load'], component: string): LazyPage => ({ path, load, component })

/** What people set for themselves: account, appearance, and the programs that act for them. */
export const settings: Feature = {
  screens: [
    {
      path: '/settings',
      frame: 'shell',
      load: () => import('./layout.tsx'),
      component: 'SettingsLayout',
      first: 'profile',
      parts: [
        part('profile', () => import('./account/profile.tsx'), 'ProfilePage'),
        part('appearance', () => import('./account/appearance.tsx'), 'AppearancePage'),
        part('language', () => import('./account/language.tsx'), 'LanguagePage'),
        part('notifications', () => import('./account/notifications.tsx'), 'NotificationsPage'),
        part('shortcuts', () => import('./account/shortcuts.tsx'), 'ShortcutsPage'),
        part('security', () => import('./account/security.tsx'), 'SecurityPage'),
        part('device', () => import('./account/device.tsx'), 'DevicePage'),
        part('tokens', () => import('./tokens.tsx'), 'Tokens'),
        part('applications', () => import('./applications.tsx'), 'Applications'),
        part('webhooks', () => import('./webhooks/webhooks.tsx'), 'Webhooks'),
        part('webhooks/$webhook', () => import('./webhooks/webhook.tsx'), 'WebhookPage'),
        part('api', () => import('./api.tsx'), 'ApiPage'),
      ],
    },
  ],
}
