import type { Feature } from '../../components/feature.ts'

/** The people and teams of a workspace. */
export const people: Feature = {
  screens: [
    { path: '/1/$workspace/people', frame: 'shell', load: () => import('./directory.tsx'), component: 'PeoplePage' },
    {
      path: '/1/$workspace/person/$person',
      frame: 'shell',
      hasPane: true,
      load: () => import('./person.tsx'),
      component: 'PersonPage',
    },
    { path: '/1/$workspace/teams', frame: 'shell', load: () => import('./teams.tsx'), component: 'TeamsPage' },
    { path: '/1/$workspace/team/$team', frame: 'shell', load: () => import('./team.tsx'), component: 'TeamPage' },
  ],
}
