import type { Feature } from '../../components/feature.ts'

export const tag: Feature = {
  screens: [
    {
      path: '/1/$workspace/tag/$tag',
      frame: 'shell',
      hasPane: true,
      load: () => import('./page.tsx'),
      component: 'TagPage',
    },
  ],
}
