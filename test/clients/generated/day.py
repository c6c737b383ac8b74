"""A working day of the client that openapi-python-client generates from the OpenAPI document, as `workloom_api`."""
import os

from workloom_api import AuthenticatedClient
from workloom_api.api.custom_field import create_custom_field
from workloom_api.api.custom_field_setting import add_custom_field_setting_for_project
from workloom_api.api.event import get_events_for_task
from workloom_api.api.project import create_project
from workloom_api.api.section import create_section_for_project
from workloom_api.api.story import create_story_for_task, get_stories_for_task
from workloom_api.api.tag import create_tag
from workloom_api.api.task import create_task, delete_task, get_task, get_tasks, get_tasks_for_project, update_task
from workloom_api.api.user import get_user
from workloom_api import models
from workloom_api.types import UNSET

client = AuthenticatedClient(base_url=os.environ["ORIGIN"] + "/api/1.0", token=os.environ["TOKEN"])

me = get_user.sync("me", client=client).data
assert me.photo is None, me.photo
workspace = me.workspaces[0].gid


def made(answer):
    """The data of a response, which must be a success."""
    assert not isinstance(answer, models.Errors), answer
    return answer.data


project = made(
    create_project.sync(
        client=client,
        body=models.CreateProjectJsonBody(data=models.CreateProjectRequest(workspace=workspace, name="Move house")),
    )
)
section = made(
    create_section_for_project.sync(
        project.gid,
        client=client,
        body=models.CreateSectionForProjectJsonBody(data=models.CreateSectionForProjectRequest(name="Packing")),
    )
)
field = made(
    create_custom_field.sync(
        client=client,
        body=models.CreateCustomFieldJsonBody(
            data=models.CreateCustomFieldRequest(
                workspace=workspace, name="Weight", resource_subtype=models.CustomFieldResourceSubtype.NUMBER, precision=1
            )
        ),
    )
)
made(
    add_custom_field_setting_for_project.sync(
        project.gid,
        client=client,
        body=models.AddCustomFieldSettingForProjectJsonBody(
            data=models.AddCustomFieldSettingForProjectRequest(custom_field=field.gid)
        ),
    )
)

gids = []
for name in ["Books", "Plates", "Lamps"]:
    wish = models.CreateTaskRequest(
        name=name,
        assignee="me",
        memberships=[models.CreateTaskRequestMembershipsItem(project=project.gid, section=section.gid)],
        custom_fields={field.gid: 2.5},
    )
    gids.append(made(create_task.sync(client=client, body=models.CreateTaskJsonBody(data=wish))).gid)

tasks = get_tasks.sync(
    client=client, project=project.gid, opt_fields="name,completed,assignee.email,memberships.section.name"
).data
assert [task.completed for task in tasks] == [False] * 3
assert {task.assignee.email for task in tasks} == {me.email}
assert {task.memberships[0].section.name for task in tasks} == {"Packing"}
assert tasks[0].notes is UNSET

seen, offset = [], UNSET
while True:
    page = get_tasks_for_project.sync(project.gid, client=client, limit=2, offset=offset, opt_fields="name")
    seen += [task.gid for task in page.data]
    if page.next_page is None:
        break
    offset = page.next_page.offset
assert sorted(seen) == sorted(gids), seen

body = models.UpdateTaskJsonBody(data=models.UpdateTaskRequest(completed=True, due_on=None))
made(update_task.sync(gids[0], client=client, body=body))
whole = get_task.sync(gids[0], client=client).data
assert whole.completed and whole.due_on is None and whole.parent is None
assert whole.custom_fields[0].number_value == 2.5
assert whole.completed_at.year > 2000

comment = models.CreateStoryForTaskJsonBody(data=models.CreateStoryForTaskRequest(text="Done."))
assert made(create_story_for_task.sync(gids[0], client=client, body=comment)).text == "Done."
assert "Done." in [story.text for story in get_stories_for_task.sync(gids[0], client=client).data]

# A request without a sync token answers 412 with the first one.
first = get_events_for_task.sync(gids[0], client=client)
assert isinstance(first, models.StaleSync)
made(update_task.sync(gids[0], client=client, body=models.UpdateTaskJsonBody(data=models.UpdateTaskRequest(name="Novels"))))
told = get_events_for_task.sync(gids[0], client=client, sync=first.sync)
assert not told.has_more
changed = [event for event in told.data if isinstance(event.resource, models.Task)]
assert [(event.resource.name, event.change.field) for event in changed] == [("Novels", "name")]
assert [type(event.resource) for event in told.data if event.type_ == "story"] == [models.Story]

# With text fields only it is sent as a form.
form = models.Form.from_dict({"workspace": workspace, "name": "fragile"})
tag = create_tag.sync_detailed(client=client, body=form)
assert tag.status_code == 201 and tag.parsed.data.name == "fragile"

nowhere = models.CreateTaskJsonBody(data=models.CreateTaskRequest(name="nowhere"))
refused = create_task.sync_detailed(client=client, body=nowhere)
assert refused.status_code == 400 and "workspace" in refused.parsed.errors[0].message

delete_task.sync(gids[0], client=client)
gone = get_task.sync_detailed(gids[0], client=client)
assert gone.status_code == 404 and len(gone.parsed.errors) == 1
print("done")
