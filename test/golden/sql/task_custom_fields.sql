-- statements: 10

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3
select json_array("t0"."gid", "t0"."workspace", "t0"."parent", "t0"."assignee", (
  select json_group_array("l0"."project")
  from "task_memberships" as "l0"
  where "l0"."task" = "t0"."gid"), json_array((
  select json_group_array(json_array("v"."custom_field", "v"."gid", "v"."text_value", "v"."number_value", "v"."enum_value", "v"."date_on", "v"."date_at", case when coalesce(v.text_value, v.number_value, v.date_on) is null and v.enum_value is null then (
    select json_group_array(json_array(c.choice, c.rank))
    from custom_field_choices c
    where c.value = v.gid) end))
  from custom_field_values v
  where v.object = "t0"."gid"), case when "t0"."parent" is null then (
  select json_group_array(lists.project)
  from (
    select m.project
    from task_memberships m
    where m.task = "t0"."gid") as lists) else (
  select json_group_array(lists.project)
  from (
    select m.project
    from task_memberships m
    where m.task = "t0"."gid"
    union
    select m.project
    from task_memberships m
    where m.task = (
      with recursive up (gid, parent) as (
        select "t0"."gid", "t0"."parent"
        union
        select a.gid, a.parent
        from up
        join tasks a on a.gid = up.parent)
      select up.gid
      from up
      where up.parent is null)) as lists) end)) as "row"
from "tasks" as t0
where "t0"."gid" = ?1 and "t0"."deleted_at" is null;

-- 4 as task.sql 5

-- 5 as task.sql 6

-- 6 as task.sql 7

-- 7 as task.sql 8

-- 8 as task.sql 11

-- 9 as task_stories.sql 6

-- 10 as task.sql 12
