import type { Feature } from '../../components/feature.ts'

/** The list of the tasks of one person. */
export const myTasks: Feature = {
  screens: [
    {
      path: '/1/$workspace/my_tasks',
      frame: 'shell',
      load: () => import('./page.tsx'),
      component: 'MyTasksPage',
      hasPane: true,
      hasLayouts: true,
    },
  ],
}
