import type { Feature } from '../../components/feature.ts'

/** The first screen of a day. */
export const home: Feature = {
  screens: [
    {
      path: '/1/$workspace/home',
      frame: 'shell',
      load: () => import('./page.tsx'),
      component: 'HomePage',
      hasPane: true,
    },
  ],
}
