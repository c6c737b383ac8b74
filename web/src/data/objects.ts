/** Queries of the read-only object pages. Their keys begin with `objects`, which live updates invalidate. */
import { queryOptions } from '@tanstack/react-query'
import { call, callPage } from './call.ts'
import type { Goal, GoalRelationship, Portfolio, PortfolioItem } from './types.ts'

const objectQuery = <T>(path: string, fields: string) =>
  queryOptions({ queryKey: ['objects', path], queryFn: () => call<T>('GET', `/api/1.0${path}?opt_fields=${fields}`) })

const listQuery = <T>(path: string, fields: string) =>
  queryOptions({
    queryKey: ['objects', path],
    queryFn: () => callPage<T>(`/api/1.0${path}${path.includes('?') ? '&' : '?'}opt_fields=${fields}&limit=100`, null),
  })

export const portfolio = (gid: string) =>
  objectQuery<Portfolio>(
    `/portfolios/${gid}`,
    'name,start_on,due_on,archived,public,owner.name,members.name,workspace.gid',
  )
export const portfolioItems = (gid: string) =>
  listQuery<PortfolioItem>(`/portfolios/${gid}/items`, 'name,resource_type')

export const goal = (gid: string) =>
  objectQuery<Goal>(
    `/goals/${gid}`,
    'name,status,privacy_setting,start_on,due_on,owner.name,team.name,time_period.display_name,followers.name,workspace.gid',
  )
export const goalRelationships = (gid: string) =>
  listQuery<GoalRelationship>(
    `/goal_relationships?supported_goal=${gid}`,
    'supporting_resource.name,supporting_resource.resource_type',
  )
