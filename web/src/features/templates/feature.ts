import type { Feature } from '../../components/feature.ts'

/** The templates of projects in a workspace. */
export const templates: Feature = {
  screens: [
    { path: '/1/$workspace/templates', frame: 'shell', load: () => import('./page.tsx'), component: 'TemplatesPage' },
  ],
}
