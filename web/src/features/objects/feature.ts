import type { Feature } from '../../components/feature.ts'

/** Read-only pages of objects that have no screen of their own. */
export const objects: Feature = {
  screens: [
    {
      path: '/1/$workspace/portfolio/$portfolio',
      frame: 'shell',
      load: () => import('./portfolio.tsx'),
      component: 'PortfolioPage',
    },
    { path: '/1/$workspace/goal/$goal', frame: 'shell', load: () => import('./goal.tsx'), component: 'GoalPage' },
  ],
}
