"""Helping verbs and their denied forms. Data only, no reading."""

from __future__ import annotations

from qa_appliance.language.word_sets import word_set

MODALS = word_set("should must shall can could will would may might ought")
NOT_MODALS = word_set("shouldn't mustn't can't cannot won't couldn't wouldn't shan't")
ABLE = word_set("can could cannot can't couldn't able")
DO = word_set("does do did")
NOT_DO = word_set("doesn't don't didn't")
BE = word_set("am is are was were be been being")
NOT_BE = word_set("isn't aren't wasn't weren't")
HAVE = word_set("has have had")
NOT_HAVE = word_set("hasn't haven't hadn't")
