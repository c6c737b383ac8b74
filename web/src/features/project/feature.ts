import type { Feature } from '../../components/feature.ts'

/** A project in its layouts. */
export const project: Feature = {
  screens: [
    {
      path: '/1/$workspace/project/$project',
      frame: 'shell',
      load: () => import('./page.tsx'),
      component: 'ProjectPage',
      hasPane: true,
      hasLayouts: true,
    },
  ],
}
