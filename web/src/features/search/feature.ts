import type { Feature } from '../../components/feature.ts'

/** The search of the workspace. */
export const search: Feature = {
  screens: [
    {
      path: '/1/$workspace/search',
      frame: 'shell',
      hasPane: true,
      load: () => import('./page.tsx'),
      component: 'SearchPage',
    },
  ],
}
