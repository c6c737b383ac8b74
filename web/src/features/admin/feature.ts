import type { Feature, LazyPage } from '../../components/feature.ts'

const part = (path: string, load: LazyPage['load'], component: string): LazyPage => ({ path, load, component })

/** The administration of organizations and of the installation. */
export const admin: Feature = {
  screens: [
    {
      path: '/admin/jobs',
      frame: 'shell',
      load: () => import('./layout.tsx'),
      component: 'InstallationLayout',
      parts: [part('/', () => import('./jobs.tsx'), 'Jobs')],
    },
    {
      path: '/admin/$workspace',
      frame: 'shell',
      load: () => import('./layout.tsx'),
      component: 'AdminLayout',
      first: 'people',
      parts: [
        part('people', () => import('./people.tsx'), 'People'),
        part('teams', () => import('./libraries/teams.tsx'), 'Teams'),
        part('fields', () => import('./libraries/fields.tsx'), 'CustomFields'),
        part('tags', () => import('./libraries/tags.tsx'), 'Tags'),
        part('service_accounts', () => import('./service_accounts.tsx'), 'ServiceAccounts'),
        part('applications', () => import('./acting_applications.tsx'), 'ActingApplications'),
        part('limits', () => import('./limits.tsx'), 'Limits'),
        part('trash', () => import('./trash.tsx'), 'Trash'),
        part('export', () => import('./export.tsx'), 'ExportPage'),
        part('sign_in', () => import('./sign_in_settings.tsx'), 'SignInSettings'),
      ],
    },
  ],
}
