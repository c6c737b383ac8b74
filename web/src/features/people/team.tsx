/** A team: its description, its members with their roles, its projects and templates. Who can change what follows the rights of the API. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { EmptyState } from '../../components/display/empty_state.tsx'
import { NotFoundPage } from '../../components/not_found.tsx'
import { useNotice } from '../../components/notices.tsx'
import { Page, Section } from '../../components/page.tsx'
import { useSession } from '../../components/session.ts'
import { Loaded } from '../../components/states.tsx'
import { TemplateCards } from '../../components/templates/template_cards.tsx'
import { call, Failure } from '../../data/call.ts'
import { isMemberOfTeam, type OpenTeam, projectsOfTeam, TEAM_VISIBILITIES, teamQuery } from '../../data/people.ts'
import { templatesOfTeam } from '../../data/templates.ts'
import { EditTeam } from './edit_team.tsx'
import { JoinRequests, RequestToJoin } from './join_requests.tsx'
import { Members } from './members.tsx'
import { ProjectLinks } from './project_links.tsx'
import './people.css'

const isRefused = (error: Error | null) => error instanceof Failure && error.status >= 400 && error.status < 500

export function TeamPage() {
  const { team = '' } = useParams({ strict: false })
  const query = useQuery(teamQuery(team))
  if (query.data === null || isRefused(query.error)) return <NotFoundPage />
  return (
    <Loaded query={query as typeof query & { data: OpenTeam | undefined }}>
      {found => <Team key={team} team={found} />}
    </Loaded>
  )
}

const canEdit = ({ my_access }: OpenTeam) => my_access === 'edit' || my_access === 'admin'

function Team({ team }: { team: OpenTeam }) {
  const [isEditing, setEditing] = useState(false)
  const { description, visibility, gid } = team
  const edit = <Button onPress={() => setEditing(true)}>Edit details</Button>
  return (
    <Page
      title={team.name}
      lead={`Who can join: ${visibilityText(visibility)}`}
      actions={
        <>
          <Joining team={team} />
          {canEdit(team) ? edit : null}
        </>
      }
    >
      <Section title="Description">
        {description.trim() ? (
          <p className="team-description">{description}</p>
        ) : (
          <p className="people-about">{canEdit(team) ? 'Say what this team is for.' : 'No description yet.'}</p>
        )}
      </Section>
      <JoinRequests team={gid} />
      <Members team={team} canChange={canEdit(team)} />
      <Projects team={gid} />
      <Templates team={gid} />
      {isEditing ? <EditTeam team={team} onClose={() => setEditing(false)} /> : null}
    </Page>
  )
}

const visibilityText = (visibility: string): string =>
  (TEAM_VISIBILITIES.find(([value]) => value === visibility)?.[1] ?? '').replace(/^./, letter => letter.toLowerCase())

function Projects({ team }: { team: string }) {
  const query = useQuery(projectsOfTeam(team))
  return (
    <Section title="Projects">
      <Loaded query={query}>
        {({ items }) =>
          items.length > 0 ? (
            <ProjectLinks projects={items} />
          ) : (
            <EmptyState title="No projects yet" hint="Projects of this team appear here." />
          )
        }
      </Loaded>
    </Section>
  )
}

function Templates({ team }: { team: string }) {
  const query = useQuery(templatesOfTeam(team))
  return (
    <Section title="Templates">
      <Loaded query={query}>
        {templates =>
          templates.length > 0 ? (
            <TemplateCards label="Templates of the team" templates={templates} />
          ) : (
            <EmptyState title="No templates yet" hint="Save a project of this team as a template in its menu." />
          )
        }
      </Loaded>
    </Section>
  )
}

/** "Join team" for a public team, "Leave team" for members; otherwise who can add the person. */
function Joining({ team: { gid, name, visibility, organization } }: { team: OpenTeam }) {
  const { user } = useSession()
  const client = useQueryClient()
  const notify = useNotice()
  const [isLeaving, setLeaving] = useState(false)
  const { data: isMember } = useQuery(isMemberOfTeam(organization.gid, gid, user.gid))
  const changed = (text: string) => () => {
    notify(text)
    setLeaving(false)
    return client.invalidateQueries({ queryKey: ['objects'] })
  }
  const join = useMutation({
    mutationFn: () => call('POST', `/api/1.0/teams/${gid}/addUser`, { user: 'me' }),
    onSuccess: changed(`You joined ${name}`),
    onError: ({ message }) => notify({ text: message, isError: true }),
  })
  if (isMember === undefined) return null
  if (!isMember) {
    if (visibility === 'request_to_join') return <RequestToJoin team={gid} />
    return visibility === 'public' ? (
      <Button kind="primary" pending={join.isPending} onPress={() => join.mutate()}>
        Join team
      </Button>
    ) : null
  }
  return (
    <>
      <Button onPress={() => setLeaving(true)}>Leave team</Button>
      {isLeaving ? (
        <Confirm
          title={`Leave ${name}?`}
          action="Leave"
          run={() => call('POST', `/api/1.0/teams/${gid}/removeUser`, { user: 'me' })}
          onDone={changed(`You left ${name}`)}
          onClose={() => setLeaving(false)}
        >
          <p>
            You lose access to the projects that only <strong>{name}</strong> shares with you.
          </p>
        </Confirm>
      ) : null}
    </>
  )
}
